/** The path of the POST call that ends the access token in its header. */
export const SIGN_OUT_PATH = 'signout'
