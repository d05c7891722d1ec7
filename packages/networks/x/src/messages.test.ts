import { invalidPost, userMessageOf } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { type OwnCode, refusal, TEXTS } from './messages.js'
import { postOptions } from './options.js'

const FACTS = { limit: 4, actual: 5, file: 'cat.png', minSeconds: 300, maxSeconds: 2_629_746 }
const OPTIONS = [...JSON.stringify(Object.keys(postOptions.entries)).matchAll(/[a-z]+[A-Z]\w*/g)].map(
  ([name]) => name,
)

function say(code: OwnCode, language: string): string {
  const [issue] = invalidPost('x', {
    field: 'post',
    code,
    message: 'for developers',
    facts: FACTS,
    userText: TEXTS[code],
  }).issues
  return userMessageOf(issue, { language })
}

describe('messages for people', () => {
  // safe cast: the keys of TEXTS are its codes
  it.each(Object.keys(TEXTS) as OwnCode[])('%s is complete in English and German', (code) => {
    const [en, de] = [say(code, 'en'), say(code, 'de')]
    expect(en).not.toBe(de)
    for (const text of [en, de]) {
      expect(text).toMatch(/^[A-ZÄÖÜ].*[.]$/)
      expect(text).not.toMatch(/[_{}]|options\.\w|account\.\w|https?:|undefined|null|NaN/)
      for (const name of OPTIONS) expect(text).not.toContain(name)
    }
  })

  it('a refusal has the code, the data and the message of the network', () => {
    const code = 'MEDIA_WITH_QUOTE' satisfies OwnCode
    const { message, issues } = refusal(code, 'for developers', {
      field: 'options',
      optionPath: 'x',
      limit: 4,
    })
    expect(message).toBe('for developers')
    expect(issues).toMatchObject([{ field: 'options', code, optionPath: 'x', limit: 4, actual: null }])
    expect(issues[0]?.userMessage).toBe(say(code, 'en'))
  })
})
