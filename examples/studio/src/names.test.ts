import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('.', import.meta.url))
/**
 * Where networks are named: the list of them, what the emulator is set up with, the journeys that walk through each, and
 * what tests stand on.
 * Everything else asks schemas, features and abilities.
 */
const MAY_NAME =
  /^(server[/]networks[.]ts|server[/]emulated[/]|check[/]|journey[/])|__fixtures__[/]|[.]test[.]ts$/
/** The names, and for those that are ordinary words the name as text or as a package. */
const NAMES =
  /mastodon|bluesky|youtube|tiktok|pinterest|facebook|instagram|google|['"]x['"]|['"]threads['"]|@social[/](?:x|threads)\b/i

it('names no network where a schema, a feature or an ability can tell', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /[.]tsx?$/.test(file) && !MAY_NAME.test(file))
  const named = files.flatMap((file) =>
    readFileSync(`${SOURCES}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, at) => (NAMES.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )

  expect(files.length).toBeGreaterThan(100)
  expect(named).toEqual([])
})
