import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makePerson, makeUpdate, type UpdateInit } from '@social/core/platform'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { UpdateInfo } from '../../shared/inbox.js'
import { openDatabase } from '../storage/database.js'
import { rowIdOf, Updates } from './updates.js'

let folder: string
let updates: Updates
let close: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-updates-'))
  const database = openDatabase(folder)
  close = () => database.close()
  updates = new Updates(database)
})

afterEach(() => {
  close()
  rmSync(folder, { recursive: true, force: true })
})

/** Stores a comment of Ada, or of the account itself, and returns its id among all updates. */
function keep(id: string, more: Partial<UpdateInit> = {}): string {
  const update = makeUpdate({
    id,
    kind: 'COMMENT_CREATED',
    platform: 'fake',
    connectionId: 'fake:me',
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, Number(id))),
    actor: makePerson({ id: 'ada' }),
    postId: id,
    text: `Comment ${id}`,
    actions: ['REPLY'],
    ...more,
  })
  const info = { id: rowIdOf(update), accountId: 'fake:me', at: update.timestamp.toISOString() }
  updates.save({ ...info, receivedAt: info.at, text: update.text } as UpdateInfo, update) // safe cast: the other fields have defaults
  return info.id
}

const openIds = () => updates.conversations().map(({ openId }) => openId)

it('a conversation needs an answer to its newest comment until the studio has answered it', () => {
  const [first, second] = [keep('1'), keep('2', { parentId: '1' })]
  expect(updates.conversations()).toMatchObject([{ updateIds: [first, second], openId: second }])

  updates.answered(second, 'Thank you!')

  expect(openIds()).toEqual([null])
})

it('an answer of the account in the app of the network is not listed, and answers the conversation', () => {
  const comment = keep('1')
  keep('2', { parentId: '1', actor: makePerson({ id: 'me' }), actions: [] })

  expect(updates.all().map(({ id }) => id)).toEqual([comment])
  expect(openIds()).toEqual([null])
})
