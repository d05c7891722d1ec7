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
  gone: 'An account that is gone',
  someone: 'Someone',
  you: 'you',
  unread: (count: number) => `${count} unread`,
  noServer: 'The studio does not answer. Is its server still running?',
  badAnswer: (status: number) => `The studio answered ${status}.`,
} as const
