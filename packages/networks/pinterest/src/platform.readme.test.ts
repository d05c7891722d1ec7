import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

// Holds R-0458.
it('the README states that a video is streamed', () => {
  expect(readme).toMatch(/\*\*Videos\*\*.*The file is \*\*streamed\*\*/)
})

// Holds R-0461.
it('the README states that only the owner sees the pins of an app with Trial access', () => {
  expect(readme).toMatch(/\*\*Trial access\.\*\*.*only the owner of the account can see its pins/)
})
