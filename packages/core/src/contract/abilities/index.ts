// What a platform may be able to do: one interface for each ability, by topic. Which methods belong to which flag stands in
// `../ability-table.ts`.
export type * from './business.js'
export type * from './choices.js'
export type * from './engagement.js'
export type * from './listening.js'
export type * from './messages.js'
export type * from './publishing.js'
export type * from './pushes.js'
export type * from './reading.js'
export type * from './sign-in.js'
export type * from './updates.js'
