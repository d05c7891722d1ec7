import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { expect, it } from 'vitest'

/** Folder of the built page. `pnpm run build` creates it. */
const PAGE = fileURLToPath(new URL('../../../dist/page/assets', import.meta.url))
const MAX_BYTES = 150_000

it('sends less than 150 KB of script, compressed', () => {
  const scripts = readdirSync(PAGE).filter((name) => name.endsWith('.js'))
  const bytes = scripts.map((name) => gzipSync(readFileSync(`${PAGE}/${name}`)).byteLength)

  expect(scripts).not.toEqual([])
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(MAX_BYTES)
})
