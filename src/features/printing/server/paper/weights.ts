export const WEIGHTS = ['normal', 'bold'] as const
export type Weight = (typeof WEIGHTS)[number]
