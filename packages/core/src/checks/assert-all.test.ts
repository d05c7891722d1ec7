import { expect, it } from 'vitest'

import { ConfigError, InvalidPostError, NotSupportedError, postIssuesOf } from '../errors/index.js'
import { assertAll, assertAllAsync, invalidPost } from './assert-all.js'

const tooLong = invalidPost('x', { field: 'text', code: 'TEXT_TOO_LONG', message: 'Too long.' })
const noVideos = new NotSupportedError({
  platform: 'x',
  what: 'videos',
  issue: { field: 'media', code: 'MEDIA_KIND_NOT_SUPPORTED', mediaIndex: 1 },
})
const refusing = (error: Error) => () => {
  throw error
}

function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

it('the first problem determines the class, and all problems are issues', () => {
  const error = thrownBy(() => assertAll(refusing(noVideos), () => {}, refusing(tooLong)))
  expect(error).toBeInstanceOf(NotSupportedError)
  expect(error).toMatchObject({ what: 'videos', message: 'x does not support videos. Too long.' })
  expect(postIssuesOf(error)).toMatchObject([{ field: 'media', mediaIndex: 1 }, { field: 'text' }])
  expect(noVideos.message).toBe('x does not support videos.')
})

it('a single problem is thrown unchanged, and the same problem is reported once', () => {
  expect(thrownBy(() => assertAll(refusing(tooLong)))).toBe(tooLong)
  const error = thrownBy(() => assertAll(refusing(tooLong), refusing(tooLong)))
  expect(error).toMatchObject({ message: 'Too long.' })
  expect(postIssuesOf(error)).toHaveLength(1)
})

const inner = () => assertAll(refusing(tooLong), refusing(noVideos))

it('checks inside checks add their issues', () => {
  const other = invalidPost('x', { field: 'publishAt', code: 'SCHEDULE_PAST', message: 'Past.' })
  const error = thrownBy(() => assertAll(inner, refusing(other)))
  expect(error).toBeInstanceOf(InvalidPostError)
  expect(postIssuesOf(error).map(({ field }) => field)).toEqual(['text', 'media', 'publishAt'])
})

it('a problem that a later check reports again keeps its place and is not repeated in the message', () => {
  const error = thrownBy(() => assertAll(inner, refusing(tooLong)))
  expect(postIssuesOf(error).map(({ field }) => field)).toEqual(['text', 'media'])
  expect(error).toMatchObject({ message: 'Too long. x does not support videos.' })
})

it('another error ends the checks', () => {
  const mistake = new ConfigError('A mistake.')
  const other = new NotSupportedError({ platform: 'x', what: 'deleting a post' })
  expect(thrownBy(() => assertAll(refusing(tooLong), refusing(mistake)))).toBe(mistake)
  expect(thrownBy(() => assertAll(refusing(tooLong), refusing(other)))).toBe(other)
})

it('asynchronous checks run one after the other', async () => {
  const order: number[] = []
  const slow = async () => {
    await new Promise(setImmediate)
    order.push(1)
    throw tooLong
  }
  const error = await assertAllAsync(slow, () => void order.push(2), refusing(noVideos)).catch(
    (e: unknown) => e,
  )
  expect(order).toEqual([1, 2])
  expect(postIssuesOf(error)).toHaveLength(2)
  await assertAllAsync(
    () => {},
    async () => {},
  )
})
