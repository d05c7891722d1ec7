import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { SocialClient } from '@social/core'
import type { Call } from '@social/core/store'
import { aToken, fakePlatform } from '@social/testkit/application'

import { sqliteStores } from '../stores.js'

// Main file of a test process. Several of these processes find the same token expired in all their
// calls. Each request to the simulated network is logged.
const [path, log, calls] = process.argv.slice(2)
const stores = sqliteStores(String(path))
const platform = fakePlatform(
  {},
  {
    async refresh(call: Call) {
      appendFileSync(String(log), `${call.connection.token.refreshToken}\n`)
      await sleep(30)
      return aToken({
        accessToken: 'access-new',
        refreshToken: 'refresh-new',
        expiresAt: new Date(Date.now() + 3_600_000),
      })
    },
  },
)
const social = new SocialClient({ ...stores, platforms: { fake: platform } })
process.on('message', () => {
  const account = social.account('fake:42')
  Promise.all(Array.from({ length: Number(calls) }, () => account.connection())).then(
    (connections) => process.send?.(connections.map((each) => each.token.accessToken)),
    (error: unknown) => process.send?.(String(error)),
  )
})
process.send?.('ready')
