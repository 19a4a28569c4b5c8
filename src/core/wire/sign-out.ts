/** The path of the call that ends the access token it comes with (POST). */
export const SIGN_OUT_PATH = 'signout'
