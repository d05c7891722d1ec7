/** What can be done with something that arrived, beside answering and hiding it. */
export const DEEDS = ['like', 'unlike', 'repost', 'undoRepost', 'delete'] as const
/** What can be done with something that arrived, beside answering and hiding it. */
export type Deed = (typeof DEEDS)[number]

/** What the page offers for something that arrived. */
export const ACTIONS = ['answer', 'like', 'repost', 'hide', 'delete'] as const
/** What the page offers for something that arrived. */
export type Action = (typeof ACTIONS)[number]

/** Why something cannot be done, by what it is; what is not here can be. */
export type Missing = Readonly<Partial<Record<Action, string>>>
