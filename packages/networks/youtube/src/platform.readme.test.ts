import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

const readme = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).replaceAll(/\s+/g, ' ')

describe('the README of youtube', () => {
  // Holds R-0397.
  it.each([
    /10,000 units a day; starts again at midnight Pacific time/,
    /about 1,600 units each, about six a day/,
    /`checkState` and every other read \| 1 unit/,
  ])('states the daily allowance: %s', (figure) => {
    expect(readme).toMatch(figure)
  })

  // Holds R-0382.
  it('states that a poll reads one page, and the required interval', () => {
    expect(readme).toMatch(/One poll reads one page/)
    expect(readme).toMatch(/Choose an interval in which at most `updatesPerCheck` comments arrive/)
  })

  // Holds R-0392.
  it('states what the app requires: the API, a web client with the exact redirect URL, the review', () => {
    expect(readme).toMatch(/enable the YouTube Data API v3/)
    expect(readme).toMatch(/\*\*Web application\*\*.*match your callback exactly/)
    expect(readme).toMatch(/Google's review/)
  })
})
