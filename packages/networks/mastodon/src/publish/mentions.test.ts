import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { mentionsFor } from './mentions.js'

const me = { host: 'social.example', accountId: '14715' }
const al = { id: '1', acct: 'al' }
const bo = { id: '2', acct: 'bo@other.example' }
const search = (text: string) => mentionsFor([al], text, me)

describe('the mentions before a text', () => {
  it('contain everyone once, in order', () => {
    expect(mentionsFor([bo, al, bo], 'hi', me)).toBe('@bo@other.example @al ')
  })

  it('exclude the connected account, by its id', () => {
    expect(mentionsFor([{ id: '14715', acct: 'ada' }, al], 'hi', me)).toBe('@al ')
  })

  it.each(['hi @al', '@AL, hi', '(@al)', 'hi @al@social.example.', '@al'])(
    'exclude the person mentioned in %j',
    (text) => {
      expect(mentionsFor([al], text, me)).toBe('')
    },
  )

  it.each(['@alice', '@al@elsewhere.example', 'al', 'mail@al', 'https://social.example/@al', '@al_'])(
    'do not treat %j as @al',
    (text) => {
      expect(mentionsFor([al], text, me)).toBe('@al ')
    },
  )
})

it.each(['@', '@a.', '@a@b.', '@_-', 'a@b'])('a text of many %j is searched in linear time', (piece) => {
  const make = (letters: number) => piece.repeat(letters / piece.length)
  expect(growthOf(search, make)).toBeLessThan(MAX_GROWTH)
})
