/**
 * Options in which every field is set. Unlike `Required`, this type also removes `undefined` from
 * the fields.
 */
export type Filled<Options> = { readonly [K in keyof Options]-?: Exclude<Options[K], undefined> }
