export type Colors = 'light' | 'dark' | 'auto'
