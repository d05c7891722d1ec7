import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

// Holds R-0407.
it('the README tells what is private until the audit, and whom to tell', () => {
  expect(readme).toMatch(
    /forced to `SELF_ONLY`.*at most five people can post in any 24 hours.*Your application must tell its users/,
  )
})

// Holds R-0438.
it('the README tells to run a tunnel, because TikTok takes no local address', () => {
  expect(readme).toMatch(/very address that you pass as `redirectUri`.*no local address.*run a tunnel/)
})

// Holds R-0453.
it('the README tells to delete a connection whose access was taken away', () => {
  expect(readme).toMatch(
    /`CONNECTION_REVOKED`.*does not tell twice\. Delete the connection; the library does not/,
  )
})
