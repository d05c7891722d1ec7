/**
 * Options without missing fields. Unlike `Required`, this also removes `undefined` from the field types, as
 * destructuring with defaults does.
 */
export type Filled<Options> = { readonly [K in keyof Options]-?: Exclude<Options[K], undefined> }
