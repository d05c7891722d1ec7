/** Texts used in several views. */
export const app = {
  name: 'Studio',
  opening: 'Opening the studio',
  live: 'live',
  reconnecting: 'reconnecting',
  skip: 'Skip to the content',
  views: 'Views',
  dismiss: 'Dismiss',
  colours: (theme: string) => `Colours: ${theme}. Change`,
  gone: 'A removed account',
  someone: 'Someone',
  you: 'you',
  unread: (count: number) => `${count} unread`,
  noServer: 'The studio does not respond. Check that its server is running.',
  pageError: 'The page has an error. Reload it.',
  badAnswer: (status: number) => `The studio returned status ${status}.`,
} as const
