import { keepsContainers } from '@social-internal/meta-tests/container-trial'
import { InvalidPostError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { withFiles } from '../__fixtures__/with-files.js'

keepsContainers({
  attempts: 6,
  open: () => withFiles(),
  make: 'threads',
  publish: 'threads_publish',
  allowance: 'threads_publishing_limit',
  list: 'threads',
  base: '/v1.0',
  gone: [{ code: 24, subcode: 4_279_009 }],
})

describe('a container that failed', () => {
  it('for an unknown reason is created again', async () => {
    await using at = await withFiles()
    at.people.failNextContainers({ error: 'UNKNOWN' })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.forms()).toHaveLength(2)
    expect(at.out()).toHaveLength(1)
  })

  it('for an unknown reason each time asks for another file', async () => {
    await using at = await withFiles()
    at.people.failNextContainers({ error: 'UNKNOWN', times: 3 })
    const error = await at.post()
    expect(error).toBeInstanceOf(InvalidPostError)
    expect(String(error)).toMatch(/Use another file/)
    expect(String(error)).not.toContain('UNKNOWN')
  })

  it('as one item of a carousel is created again with the others', async () => {
    await using at = await withFiles()
    at.people.loseNextContainers({ times: 1 })
    await at.ada.post({ text: 'Two', media: [at.files.picture('1.jpg'), at.files.picture('2.jpg')] })
    expect(at.out()).toHaveLength(1)
  })
})

it('an id that became a post is published, and is found in the list', async () => {
  await using at = await withFiles()
  at.faults.add({ method: 'POST', path: '/v1.0/:id/threads_publish', fault: 'replyLost' })
  const body = {
    error: { code: 100, type: 'THApiException', message: 'Tried accessing nonexisting field (status)' },
  }
  at.faults.add({
    method: 'GET',
    path: '/v1.0/:id',
    fault: 'status',
    status: 400,
    body,
    nth: 2,
    count: 'all',
  })
  expect(await at.post()).toBe(at.out()[0]?.id)
  expect(at.sent('/threads_publish')).toHaveLength(1)
})
