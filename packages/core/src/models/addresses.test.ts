import { expect, it } from 'vitest'

import { makePostResult } from './post.js'
import { makeAttachment, makePerson, makePostDetails, type TextLink } from './reading.js'

const WEB = 'https://a.example/1'
const BAD = ['javascript:alert(1)', 'data:text/html,x', '', 'at://did:plc:x', '//a.example', 5 as never]

const link = (kind: TextLink['kind'], target: string, url: string | null): TextLink => ({
  start: 0,
  end: 1,
  kind,
  target,
  url,
})

it.each(BAD)('no model accepts the URL %j', (url) => {
  expect(makePerson({ id: '1', avatarUrl: url, url })).toMatchObject({ avatarUrl: null, url: null })
  expect(makeAttachment({ kind: 'image', url, previewUrl: url })).toMatchObject({
    url: null,
    previewUrl: null,
  })
  expect(makePostDetails({ id: '1', url })).toMatchObject({ url: null })
  expect(makePostResult({ id: '1', url })).toMatchObject({ url: null })
})

it('http(s) URLs are kept', () => {
  expect(makePerson({ id: '1', avatarUrl: WEB, url: ` ${WEB}\n` })).toMatchObject({
    avatarUrl: WEB,
    url: WEB,
  })
})

it('a link with an invalid URL is removed; a mention and a tag keep everything but the URL', () => {
  const links = [
    link('LINK', 'javascript:alert(1)', 'javascript:alert(1)'),
    link('LINK', WEB, null),
    link('MENTION', '42', 'data:text/html,x'),
    link('TAG', 'cats', WEB),
  ]

  expect(makePostDetails({ id: '1', text: 'Hello', links }).links).toEqual([
    link('LINK', WEB, null),
    link('MENTION', '42', null),
    link('TAG', 'cats', WEB),
  ])
})
