import { describe, expect, it } from 'vitest'

import { Redactor } from './redact.js'
import { addressSpellings } from './spellings.js'

const SECRET = `4/0Q "S99+le'<H4>&Rd=é`
const percent = (text: string): string => encodeURIComponent(text)
const json = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Returns the redacted text of a network that quotes a secret in base64. */
const quotedInBase64 = (secret: string): string =>
  new Redactor([secret]).text(`You sent ${Buffer.from(secret).toString('base64')}`)

describe('a secret is recognized', () => {
  it.each([
    ['as plain text', SECRET],
    ['in a URL', percent(SECRET)],
    ['in a URL in lower case', percent(SECRET).replaceAll(/%../g, (byte) => byte.toLowerCase())],
    ['in a URL within a URL', percent(percent(SECRET))],
    ['in a path that was encoded as a whole', encodeURI(SECRET)],
    ['in a form', new URLSearchParams({ a: SECRET }).toString().slice(2)],
    ['in JSON', json(SECRET)],
    ['in JSON with escaped slashes', json(SECRET).replaceAll('/', String.raw`\/`)],
    ['in JSON within JSON', json(json(SECRET))],
    ['in HTML', '4/0Q &quot;S99+le&#39;&lt;H4&gt;&amp;Rd=é'],
    ['in HTML with another apostrophe', '4/0Q &quot;S99+le&#x27;&lt;H4&gt;&amp;Rd=é'],
  ])('%s', (_how, quoted) => {
    expect(new Redactor([SECRET]).text(`You sent ${quoted} to us`)).toBe('You sent [hidden] to us')
  })

  it.each(['', 'a', 'ab', 'abc', 'ada:'])(
    'in base64 after "%s", except for the shared characters',
    (before) => {
      const quoted = Buffer.from(`${before}${SECRET}!`)

      for (const text of [quoted.toString('base64'), quoted.toString('base64url')]) {
        const clean = new Redactor([SECRET]).text(`You sent ${text}`)
        expect(clean).toContain('[hidden]')
        expect(clean.length).toBeLessThan('You sent [hidden]'.length + 14)
      }
    },
  )

  it('in base64 of five characters, and of no fewer, which may be part of a word', () => {
    expect(quotedInBase64('qzx7w')).toBe('You sent [hidden]c=')
    expect(quotedInBase64('qzx7')).not.toContain('[hidden]')
  })

  it('not in a text that only shares a few characters with a short secret', () => {
    const text = 'The id MQ== is not known, nor is 1e5.'

    expect(new Redactor(['1']).text(text)).toBe('The id MQ== is not known, nor is [hidden]e5.')
  })
})

it('recognizes a URL as it was encoded', () => {
  const redactor = new Redactor(['12:a"b/c'])

  expect(redactor.address('/bot12:a%22b/c/send')).toBe('/bot[hidden]/send')
  expect(redactor.address('/bot12%3Aa%22b%2Fc/send')).toBe('/bot[hidden]/send')
  expect(addressSpellings('plain')).toEqual(['plain', 'plain', 'plain'])
})
