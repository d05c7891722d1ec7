import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

const readme = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).replaceAll(/\s+/g, ' ')

// Holds R-0407.
it('the README states that posts are private until the audit, and that users must be informed', () => {
  expect(readme).toMatch(
    /forced to `SELF_ONLY`.*At most five people can post in any 24 hours.*Your application must inform its users/,
  )
})

// Holds R-0438.
it('the README recommends a tunnel, because TikTok accepts no local URL', () => {
  expect(readme).toMatch(/equal to the `redirectUri` that you pass.*no local URL.*run a tunnel/)
})

// Holds R-0453.
it('the README recommends to delete a connection after its access was revoked', () => {
  expect(readme).toMatch(
    /`CONNECTION_REVOKED`.*does not send the event again\. Delete the connection; the library does not/,
  )
})
