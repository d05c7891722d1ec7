import type { Range } from '../../shared/statistics.js'

/** Texts of the statistics view. */
export const statistics = {
  title: 'Statistics',
  range: 'How far back',
  ranges: { now: 'Ten minutes', hour: 'Last hour', day: 'Last day', week: 'Last week' } satisfies Record<
    Range,
    string
  >,
  posts: 'Posts that came out',
  updates: 'What arrived',
  budgets: 'Quota and spending',
  budgetsHelp: 'Percent of what the studio may spend in 24 hours',
  delays: 'From the push to the page',
  delaysHelp: 'Milliseconds from the arrival at the studio until a page was told',
  renewals: 'Tokens renewed',
  renewal: (name: string) => `The token of ${name} was renewed`,
  noRenewals: 'None in this time. A token is renewed when somebody needs it.',
  nothing: 'Nothing in this time.',
  asTable: 'As a table',
  when: 'When',
  inAll: (count: number) => `${count} in all`,
  middle: (millis: number) => `half of them within ${millis} ms`,
  highest: (share: string) => `${share} % so far`,
} as const
