import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { NetworkError } from '../../errors/index.js'
import { Media } from '../../media/index.js'
import { makePostResult } from '../../models/index.js'
import type { sample } from '../__fixtures__/sample.js'
import { failure, happy, idReply } from './__fixtures__/answers.js'
import { KEY, PostingWorld } from './__fixtures__/posting-world.js'

describe('a file that changed after a crash', () => {
  const world = new PostingWorld()
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'social-visible-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is uploaded again from the start, never mixed from two versions', async () => {
    const path = join(folder, 'long.png')
    await writeFile(path, 'one')
    const seen: unknown[] = []
    const change = {
      publish: async (
        _post: unknown,
        call: Parameters<NonNullable<ReturnType<typeof sample>['publish']>>[1],
      ) => {
        seen.push(call.receipt?.data ?? null)
        await call.checkpoint({ step: 'PREPARE', data: { piece: seen.length } })
        if (seen.length < 3) throw new NetworkError('cut')
        return makePostResult(await call.http.post('/posts', idReply, { finish: { data: {} } }))
      },
    }
    const { client } = await world.open(happy, change)
    const post = () => client.account('sample:1').post({ media: [Media.fromFile(path)] }, KEY)
    await failure(post())
    await failure(post())
    await utimes(path, new Date(1000), new Date(1000))
    await post()

    expect(seen).toEqual([null, { piece: 1 }, null])
  })
})
