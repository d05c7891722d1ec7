/**
 * Options with nothing left out. `Required` keeps the `undefined` of a field that may be passed on as such; this takes it
 * away as well, as destructuring with defaults does.
 */
export type Filled<Options> = { readonly [K in keyof Options]-?: Exclude<Options[K], undefined> }
