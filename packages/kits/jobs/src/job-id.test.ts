import { expect, it } from 'vitest'

import { isJobKind, jobId, type JobKind } from './job-id.js'

const KINDS: readonly JobKind[] = ['PUBLISH', 'PUBLISH_THREAD', 'DELIVER', 'SWEEP']

it('contains only characters that every queue accepts, for parts of any length', () => {
  for (const kind of KINDS) expect(jobId(kind, 'fake:42', 'é'.repeat(500))).toMatch(/^[pus][\w-]{43}$/)
})

it('differs by kind, except for a post and a thread, which share their keys', () => {
  const ids = KINDS.map((kind) => jobId(kind, 'fake:42', 'key'))
  expect(new Set(ids).size).toBe(KINDS.length - 1)
  expect(ids[0]).toBe(ids[1])
})

it('differs by every part, and by the boundaries of the parts', () => {
  const ids = [
    jobId('DELIVER', 'a', 'b'),
    jobId('DELIVER', 'ab'),
    jobId('DELIVER', 'b', 'a'),
    jobId('DELIVER'),
  ]
  expect(new Set(ids).size).toBe(4)
})

it('is the same in every version, so that a stored job is found', () => {
  expect(jobId('DELIVER', 'fake', 'fake:42', '1')).toBe('uKTcunXIsdKh54qnG-LhcimeAwomQu31qZOg1ZTegxIg')
})

it('recognizes all kinds, and no inherited property names', () => {
  expect(KINDS.every(isJobKind)).toBe(true)
  expect(['publish', 'toString', ''].some(isJobKind)).toBe(false)
})
