import { AuthError, InvalidPostError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { LOCATION, read } from '../__fixtures__/refused.js'

const flat = (error: string, path = '/token') =>
  read({ error, error_description: 'As it said.' }, { method: 'POST', path })

describe('refusals of the token endpoint', () => {
  it.each(['invalid_client', 'unauthorized_client', 'deleted_client'])('%s concerns the app', (error) => {
    expect(flat(error)).toBeInstanceOf(AuthError)
    expect(flat(error)?.message).toMatch(/stored app credentials.*As it said.*Storage\.saveApp/)
  })

  it.each(['invalid_grant', 'invalid_request', 'access_denied', 'invalid_scope', 'redirect_uri_mismatch'])(
    '%s concerns the sign-in, only there',
    (error) => {
      expect(flat(error)).toBeInstanceOf(AuthError)
      expect(flat(error)?.message).toMatch(/refused the sign-in.*As it said.*Connect the location again/)
      expect(flat(error, '/v1/other')).not.toBeInstanceOf(AuthError)
    },
  )

  it('contains its code if it has no message', () => {
    expect(read({ error: 'invalid_grant' }, { path: '/token' })?.message).toContain('invalid_grant')
  })
})

describe('a reply that Google accepts and rejects', () => {
  const put = { status: 200, method: 'PUT', path: `${LOCATION}/reviews/r/reply` } as const

  it('is refused, with the reason', () => {
    const error = read({ reviewReplyState: 'REJECTED', policyViolation: 'PERSONAL_INFO' }, put)
    expect(error).toBeInstanceOf(InvalidPostError)
    expect(error?.message).toMatch(/rejected the reply.*PERSONAL_INFO.*Change the text/)
    expect(error).toMatchObject({ platform: 'google_business', raw: { reviewReplyState: 'REJECTED' } })
  })

  it('is detected only in the response to a put of a reply', () => {
    const body = { reviewReplyState: 'REJECTED' }
    expect(read({ reviewReplyState: 'APPROVED' }, put)).toBeNull()
    expect(read(body, { ...put, method: 'GET' })).toBeNull()
    expect(read(body, { ...put, path: `${LOCATION}/reviews/r` })).toBeNull()
    expect(read(body, { ...put, status: 302 })).toBeNull()
  })
})
