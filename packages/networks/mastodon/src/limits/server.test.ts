import { aCall } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { readSettings } from '../options.js'
import { mastodon } from '../platform.js'
import { hasTrait } from './server.js'

/** Fakes a server whose version does not identify its program, but whose NodeInfo does. */
function aServer(software: object) {
  const replies = {
    'GET /api/v2/instance': { status: 404 },
    'GET /api/v1/instance': { version: '0.19.1' },
    'GET /.well-known/nodeinfo': { links: [{ href: 'https://elsewhere.example/nodeinfo/2.0' }] },
    'GET /nodeinfo/2.0': { software },
  }
  return aCall({ platform: mastodon(), connection: anAccount(), replies })
}

it.each([
  [{ name: 'GoToSocial', version: '0.20.1' }, true],
  [{ name: 'GoToSocial', version: '0.19.1' }, false],
  [{ name: 'Pleroma' }, true],
  [{ name: 'unheard-of', version: '9.9' }, false],
])('the program of a server is read from NodeInfo, in any letter case: %j', async (software, schedules) => {
  const call = aServer(software)
  expect(await hasTrait('schedules', call, readSettings({}))).toBe(schedules)
  expect(call.transport.requests.every(({ url }) => new URL(url).host === 'social.example')).toBe(true)
})
