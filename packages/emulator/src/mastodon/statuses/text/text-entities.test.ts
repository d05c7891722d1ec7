import { describe, expect, it } from 'vitest'

import { countCharacters, findEntities } from './text-entities.js'

const count = (text: string, spoiler = ''): number => countCharacters(text, spoiler, 23)
const found = (text: string): string[] => findEntities(text).map(({ start, end }) => text.slice(start, end))

describe('counting', () => {
  it.each([
    ['', 0],
    ['hello', 5],
    ['👨‍👩‍👧‍👦', 1],
    ['e\u0301', 1],
    ['🇩🇪🇫🇷', 2],
    [`https://example.com/${'a'.repeat(300)}`, 23],
    ['http://a.bc', 23],
    ['see https://example.com/page. ok', 4 + 23 + 1 + 3],
    ['example.com', 11],
    ['ftp://example.com', 17],
    ['@bo@very.long.server.example hi', 6],
    ['@bo hi', 6],
    ['#cats', 5],
    ['mail a@b.example', 16],
  ])('counts %j as %i', (text, characters) => {
    expect(count(text)).toBe(characters)
  })

  it('adds the warning to the text', () => {
    expect(count('four', 'five!')).toBe(9)
  })
})

describe('links, mentions and hashtags in a text', () => {
  it.each([
    ['Hi @ada, see https://a.example/x?y=1#z! #Cats', ['@ada', 'https://a.example/x?y=1#z', '#Cats']],
    ['(https://a.example/b_(c))', ['https://a.example/b_(c)']],
    ['https://a.example/@ada and a/@b', ['https://a.example/@ada']],
    ['x@y.example', []],
    ['@bo@other.example.', ['@bo@other.example']],
    ['@bea@127.0.0.1:4100 hi', ['@bea@127.0.0.1:4100']],
    ['@a.b-c', ['@a.b-c']],
    ['#1 #1a #日本 #a·b &#39; x#y', ['#1a', '#日本', '#a·b']],
    ['https:// nothing', []],
  ])('%j', (text, entities) => {
    expect(found(text)).toEqual(entities)
  })
})
