/** The views of the page; each has its own address. */
export const VIEWS = ['compose', 'posts', 'inbox', 'accounts', 'statistics', 'trouble'] as const
/** The views of the page; each has its own address. */
export type ViewName = (typeof VIEWS)[number]
