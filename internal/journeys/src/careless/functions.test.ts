import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { bareErrors } from './bare-errors.js'
import { entryPointsOf } from './entry-points-of.js'
import { publicEntryPoints } from './public-entry-points.js'

/**
 * Errors that are documented in TSDoc and therefore allowed. For example, `parseJson` throws the
 * same error as `JSON.parse`.
 */
const DOCUMENTED_ERRORS: ReadonlyMap<string, string> = new Map([['parseJson', 'SyntaxError']])

// Some wrong arguments are valid file paths. In a temporary folder, the test can delete the files
// that these calls create.
const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'social-careless-'))
beforeAll(() => {
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

/**
 * Functions that do not check their arguments. Their callers, the stores, check the arguments with
 * `portArguments`.
 */
const CHECKED_BEFORE: ReadonlySet<string> = new Set(['journalKeyText', 'sameToken'])

describe.each(await publicEntryPoints())('$name explains wrong arguments of', ({ load }) => {
  it('every function', async () => {
    const bare: string[] = []
    for (const [name, entryPoint] of entryPointsOf(await load()))
      if (!CHECKED_BEFORE.has(name))
        for (const error of await bareErrors(name, entryPoint))
          if (!error.includes(DOCUMENTED_ERRORS.get(name) ?? '\0')) bare.push(error)
    expect(bare).toEqual([])
  })
})
