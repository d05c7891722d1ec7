import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

const readme = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).replaceAll(/\s+/g, ' ')

describe('the README of youtube', () => {
  // Holds R-0397.
  it.each([
    /10,000 units a day; starts again at midnight Pacific time/,
    /about 1,600 units each, which made about six a day/,
    /`checkState` and every other read \| 1 unit/,
  ])('states the daily allowance: %s', (words) => {
    expect(readme).toMatch(words)
  })

  // Holds R-0382.
  it('states that a poll reads one page, and which interval is short enough', () => {
    expect(readme).toMatch(/One poll reads one page/)
    expect(readme).toMatch(/choose an interval in which no more than `updatesPerCheck` come in/)
  })

  // Holds R-0392.
  it('states what the app requires: the API, a web client with the exact redirect address, the review', () => {
    expect(readme).toMatch(/switch the YouTube Data API v3 on/)
    expect(readme).toMatch(/\*\*Web application\*\*.*equal your callback character for character/)
    expect(readme).toMatch(/Google's review/)
  })
})
