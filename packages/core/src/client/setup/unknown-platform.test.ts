import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { unknownPlatform } from './unknown-platform.js'

/** The networks listed in the documentation. */
const NETWORKS = JSON.parse(
  readFileSync(new URL('../../../../../docs/networks.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string; readonly package: string }[] // safe cast: `npm run generate` writes this file

it.each(NETWORKS)(
  'a client without $name requests the installation of $package',
  ({ name, package: from }) => {
    expect(unknownPlatform(name, []).message).toBe(
      `There is no platform "${name}". This client has no platforms. Install ${from} and add it to \`platforms\` of new SocialClient.`,
    )
  },
)

it('a network is found under its former name', () => {
  expect(unknownPlatform('twitter', ['mastodon']).message).toBe(
    'There is no platform "twitter". This client has: mastodon. Install @social/x and add it to `platforms` of new SocialClient.',
  )
})

it('an unknown name suggests no package', () => {
  expect(unknownPlatform('myspace', ['mastodon', 'x']).message).toBe(
    'There is no platform "myspace". This client has: mastodon, x. Add it to `platforms` of new SocialClient.',
  )
})
