/** Views of the page. Each has its own URL. */
export const VIEWS = ['compose', 'posts', 'inbox', 'accounts', 'statistics', 'trouble'] as const
/** View of the page. Each has its own URL. */
export type ViewName = (typeof VIEWS)[number]
