import type { Range } from '../../shared/statistics.js'

export const statistics = {
  title: 'Statistics',
  range: 'Time range',
  ranges: { now: 'Ten minutes', hour: 'Last hour', day: 'Last day', week: 'Last week' } satisfies Record<
    Range,
    string
  >,
  posts: 'Published posts',
  updates: 'Received updates',
  budgets: 'Quota and spending',
  budgetsHelp: 'Percent of the studio’s limit for 24 hours',
  delays: 'From the push to the page',
  delaysHelp: 'Milliseconds from the arrival at the studio until a page showed the update',
  renewals: 'Tokens renewed',
  renewal: (name: string) => `The token of ${name} was renewed`,
  noRenewals: 'No renewals in this time range. A token is renewed when it is needed.',
  nothing: 'No data in this time range.',
  asTable: 'As a table',
  when: 'When',
  inAll: (count: number) => `${count} in all`,
  middle: (millis: number) => `median ${millis} ms`,
  highest: (share: string) => `${share} % so far`,
} as const
