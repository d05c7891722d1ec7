/** Views of the page. Each view has its own URL. */
export const VIEWS = ['compose', 'posts', 'inbox', 'accounts', 'statistics', 'trouble'] as const
export type ViewName = (typeof VIEWS)[number]
