import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { faultOf, readFault } from './fault.js'
import { permissionIn } from './permission.js'

const REQUEST = { method: 'POST', url: 'https://graph.facebook.com/v26.0/1/feed' } as const
const replyOf = (body: unknown, status = 400) => ({ status, headers: {}, body })

function readAll(text: string): void {
  const error = { message: text, error_user_msg: text, type: text, error_user_title: text }
  permissionIn(readFault(replyOf({ error }), REQUEST)?.message ?? '')
}

describe('readFault', () => {
  it('reads the error of Graph with its user message', () => {
    const body = {
      error: {
        message: 'The image size is too large.',
        type: 'OAuthException',
        code: 36_000,
        error_subcode: 2_207_004,
        is_transient: false,
        error_user_title: 'Image size too large',
        error_user_msg: 'Use a smaller one.',
        error_data: { start_offset: '5' },
        fbtrace_id: 'A1',
      },
    }
    expect(readFault(replyOf(body), REQUEST)).toMatchObject({
      code: 36_000,
      subcode: 2_207_004,
      type: 'OAuthException',
      message: 'The image size is too large. Image size too large. Use a smaller one',
      isTransient: false,
      data: { start_offset: '5' },
      status: 400,
      method: 'POST',
    })
  })

  it('reads errors with status 200, flat errors of the code endpoints, and errors of upload hosts', () => {
    expect(readFault(replyOf({ error: { code: 2 } }, 200), REQUEST)).toMatchObject({ code: 2, status: 200 })
    const flat = { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' }
    expect(readFault(replyOf(flat), REQUEST)).toMatchObject({ code: 400, message: 'Invalid platform app' })
    const upload = { debug_info: { retriable: true, type: 'OffsetInvalidError', message: 'must be 7' } }
    expect(readFault(replyOf(upload), REQUEST)).toMatchObject({
      code: null,
      type: 'OffsetInvalidError',
      isTransient: true,
      message: 'must be 7',
    })
  })

  it('reads no error from successful responses, and ignores fields of the wrong type', () => {
    for (const body of [{ id: '1' }, [], 'text', null, { error: 'text' }])
      expect(readFault(replyOf(body, 200), REQUEST)).toBeNull()
    const odd = { error: { message: 7, code: '4', error_subcode: {}, is_transient: 'yes', error_data: [] } }
    expect(readFault(replyOf(odd), REQUEST)).toMatchObject({
      code: null,
      subcode: null,
      message: '',
      isTransient: false,
    })
  })

  it('returns the data that an upload needs to resume', () => {
    const raw = { error: { code: 6000, error_subcode: 1_363_037, error_data: { start_offset: '7' } } }
    expect(faultOf(raw)).toMatchObject({ subcode: 1_363_037, data: { start_offset: '7' } })
    expect(faultOf({})).toBeNull()
  })

  it.each([
    ['letters', (letters: number) => 'a'.repeat(letters)],
    ['spaces', (letters: number) => ' '.repeat(letters)],
    ['halves of a permission', (letters: number) => 'pages_'.repeat(letters / 6)],
  ])('reads many %s in linear time', (_what, make) => {
    expect(growthOf(readAll, make)).toBeLessThan(MAX_GROWTH)
  })
})

describe('permissionIn', () => {
  it('finds the permission named in a message', () => {
    expect(permissionIn('(#200) This action requires the pages_manage_posts permission')).toBe(
      'pages_manage_posts',
    )
    expect(permissionIn('needs instagram_business_manage_comments.')).toBe(
      'instagram_business_manage_comments',
    )
    expect(permissionIn('requires business_management')).toBe('business_management')
    expect(permissionIn('(#200) Permissions error')).toBeNull()
  })
})
