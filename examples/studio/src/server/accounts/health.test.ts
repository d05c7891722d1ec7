import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { signInAtMastodon } from '../../check/mastodon-journey.js'
import { ThrowawayStudio } from '../../check/throwaway-studio.js'
import { Visitor } from '../../check/visitor.js'
import { MastodonServer } from '../__fixtures__/mastodon-server.js'

const noPage = mkdtempSync(join(tmpdir(), 'no-page-'))
let studio: ThrowawayStudio
let visitor: Visitor
const network = new MastodonServer(() => `http://${studio.emulatorHost}`)

beforeEach(async () => {
  studio = await ThrowawayStudio.start(noPage)
  visitor = new Visitor(studio.url)
})

afterEach(async () => {
  await studio.remove()
  rmSync(noPage, { recursive: true, force: true })
})

describe('the health of an account', () => {
  it('is the last refusal of the network, for people, until the account works again', async () => {
    const accountId = await signInAtMastodon(visitor, studio.emulatorHost)
    const healths = async () => {
      const { accounts } = await visitor.studio()
      return accounts.map(({ health, problem, since }) => [health, problem, since === null])
    }
    expect(await healths()).toEqual([['OK', null, true]])
    const body = { error: 'This action is outside the authorized scopes' }
    const fault = { method: 'POST', path: '/api/v1/statuses', fault: 'status', status: 403, body }
    await network.steer('POST', 'faults', fault)

    const refused = await visitor.publish({ accountId, text: 'Not allowed' })

    expect(refused.next?.todo).toBe('SIGN_IN_AGAIN')
    expect(await healths()).toEqual([['PERMISSION_LOST', refused.problem, false]])
    expect(refused.problem).toMatch(/^A permission .* Mastodon\./)

    await visitor.ask('POST', `/api/posts/${refused.id}/retry`)
    await visitor.becomes(refused.id, 'DONE')

    expect(await healths()).toEqual([['OK', null, true]])
  })
})
