import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

import * as mswNode from 'msw/node'
import { describe, expect, it } from 'vitest'

import * as emulator from './index.js'
import * as mastodon from './mastodon/index.js'
import * as msw from './msw.js'

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/^## ([^\n]+)\n|^```ts\n([\s\S]*?)^```/gm)]

const modules: Readonly<Record<string, unknown>> = {
  '@social/emulator': emulator,
  '@social/emulator/mastodon': mastodon,
  '@social/emulator/msw': msw,
  'msw/node': mswNode,
}

/**
 * Converts an example to the body of an async function. The imports become reads from `modules`.
 */
function toBody(code: string): string {
  return stripTypeScriptTypes(code.replace(/\btype \w+, /g, '')).replace(
    /^import (\{[^}]+\}) from ('[^']+')/gm,
    'const $1 = modules[$2]',
  )
}

describe('every example of the README runs', () => {
  let heading = ''
  let count = 0
  for (const [, title, code] of examples) {
    if (title !== undefined) heading = title
    if (code === undefined) continue
    count += 1
    it(`${heading}, example ${count}`, async () => {
      // Constructor of async functions, which compiles text to code. The text is the README of this
      // repository.
      const AsyncFunction = (async () => undefined).constructor as new (
        ...parts: string[]
      ) => (given: typeof modules) => Promise<unknown>
      await expect(new AsyncFunction('modules', toBody(code))(modules)).resolves.toBeUndefined()
    })
  }
})
