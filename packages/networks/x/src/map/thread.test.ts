import { makePostDetails } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { toThread } from './thread.js'

const aPost = (id: string, parentId: string | null, changes: object = {}) =>
  makePostDetails({ id, parentId, createdAt: new Date(Number(id) * 1000), replyCount: 0, ...changes })

const root = aPost('1', null, { replyCount: 1 })
const threadOf = (changes: Partial<Parameters<typeof toThread>[0]>) => {
  const thread = toThread({
    post: root,
    others: [],
    depth: null,
    limit: null,
    isWhole: true,
    raw: {},
    ...changes,
  })
  return [thread.replies.map(({ id }) => id), thread.complete]
}

describe('a thread', () => {
  it('contains the replies below the post, oldest first, and by id for equal times', () => {
    const at = { createdAt: new Date(0) }
    const others = [aPost('10', '1', at), root, aPost('9', '1', at), aPost('3', '2'), aPost('5', '4')]

    expect(threadOf({ others: [...others, aPost('2', '1')] })).toEqual([['9', '10', '2', '3', '5'], true])
  })

  it('contains replies to a deleted reply, with their missing parent (R-0040, R-0038)', () => {
    const others = [aPost('2', '1'), aPost('4', '3', { replyCount: 1 }), aPost('5', '4')]

    expect(threadOf({ others })).toEqual([['2', '4', '5'], true])
    expect(threadOf({ others, depth: 1 })).toEqual([['2'], false])
    expect(threadOf({ others, depth: 2 })).toEqual([['2', '4'], false])
    expect(threadOf({ others: others.slice(0, 2) })).toEqual([['2', '4'], false])
  })

  it('of a reply is incomplete when replies in the conversation have a missing parent', () => {
    const post = aPost('2', '1', { rootId: '1' })
    const sibling = aPost('6', '1')

    expect(threadOf({ post, others: [post, sibling] })).toEqual([[], true])
    expect(threadOf({ post, others: [post, sibling, aPost('4', '3')] })).toEqual([[], false])
  })

  it('is complete only with all counted replies, on all levels', () => {
    expect(threadOf({ others: [] })).toEqual([[], false])
    expect(threadOf({ others: [aPost('2', '1')] })).toEqual([['2'], true])
    expect(threadOf({ others: [aPost('2', '1', { replyCount: 1 })] })).toEqual([['2'], false])
    expect(threadOf({ others: [aPost('2', '1', { replyCount: null })] })).toEqual([['2'], true])
    expect(threadOf({ others: [aPost('2', '1')], isWhole: false })).toEqual([['2'], false])
  })

  it('is limited by depth and number, and is then incomplete', () => {
    const others = [aPost('2', '1', { replyCount: 1 }), aPost('3', '2')]

    expect(threadOf({ others, depth: 2 })).toEqual([['2', '3'], true])
    expect(threadOf({ others, depth: 1 })).toEqual([['2'], false])
    expect(threadOf({ others, limit: 2 })).toEqual([['2', '3'], true])
    expect(threadOf({ others, limit: 1 })).toEqual([['2'], false])
  })

  it('of posts that form a cycle ends', () => {
    expect(threadOf({ others: [aPost('2', '3'), aPost('3', '2'), aPost('4', '1')] })).toEqual([['4'], true])
  })
})
