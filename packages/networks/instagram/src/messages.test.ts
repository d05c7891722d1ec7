import { NotAllowedError, userMessageOf } from '@social/core/platform'
import { META_TEXTS } from '@social/meta-kit'
import { describe, expect, it } from 'vitest'

import { TEXTS } from './messages.js'
import { INFO } from './option-infos.js'

const FACTS = { field: { en: 'Cover', de: 'Titelbild' }, other: { en: 'Link', de: 'Link' } }
const facts = { ...FACTS, limit: 30, actual: 31, left: 2, name: 'bo', network: 'Instagram' }
const OPTION_NAMES = Object.keys(INFO).filter((name) => /[A-Z]/.test(name))

describe.each(['en', 'de'])('the messages for people in %s', (language) => {
  it.each(Object.entries({ ...TEXTS, ...META_TEXTS }))('%s names no part of the API', (reason, userText) => {
    const error = new NotAllowedError('x', { platform: 'instagram', reason, userText, facts })
    const message = userMessageOf(error, { language })
    expect(message).toMatch(/^\S.*\.$/)
    expect(message).not.toMatch(/[{}_]|undefined|null|options\.|account\.\w|https?:|\bAPI\b| {2}/)
    for (const name of OPTION_NAMES) expect(message).not.toContain(name)
    expect(message.split(/(?<=[.])\s/).every((one) => one.split(' ').length <= 25)).toBe(true)
  })
})

it('the messages of both languages differ', () => {
  for (const { en, de } of Object.values(TEXTS)) expect(de).not.toBe(en)
})
