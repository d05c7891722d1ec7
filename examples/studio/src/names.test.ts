import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('.', import.meta.url))
/**
 * Files that are allowed to contain names of networks: the list of networks, the setup of the
 * emulator, the journeys and test data. All other files must use schemas, features and abilities.
 */
const MAY_NAME =
  /^(server[/]networks[.]ts|server[/]accounts[/]opening-hours[.]ts|server[/]emulated[/]|check[/]|journey[/])|__fixtures__[/]|[.]test[.]ts$/
/**
 * Patterns that find the names of networks. A name that is also an ordinary word matches only as a
 * string or as a package name.
 */
const NAMES =
  /mastodon|bluesky|youtube|tiktok|pinterest|facebook|instagram|google|['"]x['"]|['"]threads['"]|@social[/](?:x|threads)\b/i

it('names networks only in the allowed files', () => {
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
