import { keepsBounds } from '@social-internal/testing/bounds'
import { InvalidPostError, readOptions } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { editOptions, postOptions, readSettings } from './options.js'

const URL_OF = 'https://ada.example/shop'
const read = (options: object) => readOptions(postOptions, options, { platform: 'google_business' })
const readEdit = (options: object) => readOptions(editOptions, options, { platform: 'google_business' })

keepsBounds(readSettings, {
  timeout: { default: 30, min: 0.1, max: 3600, fractions: true, unit: 'seconds', as: 'timeoutSeconds' },
})

describe('googleBusiness()', () => {
  it('reads no questions by default', () => {
    expect(readSettings({}).questions).toBe(false)
    expect(readSettings({ questions: true }).questions).toBe(true)
    expect(() => readSettings({ questions: 'yes' as unknown as true })).toThrow('true or false') // safe cast: the test passes an invalid value on purpose, as JavaScript callers can
  })

  it.each([
    ['timeOut', 'timeout'],
    ['question', 'questions'],
    ['address', 'addresses'],
  ])('refuses %s, which is not a valid name, and reports %s', (miss, name) => {
    expect(() => readSettings({ [miss]: 1 })).toThrow(`"${name}"`)
  })
})

describe('the button of a post', () => {
  it.each(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP'])('%s opens a URL', (callToActionType) => {
    for (const take of [read, readEdit]) {
      expect(take({ callToActionType, callToActionUrl: URL_OF })).toMatchObject({ callToActionType })
      expect(() => take({ callToActionType })).toThrow(`The button ${callToActionType} requires a URL`)
    }
  })

  it('CALL dials the number of the listing, and takes no URL', () => {
    for (const take of [read, readEdit]) {
      expect(take({ callToActionType: 'CALL' })).toMatchObject({ callToActionType: 'CALL' })
      expect(() => take({ callToActionType: 'CALL', callToActionUrl: URL_OF })).toThrow('takes no URL')
    }
  })

  it('is sent with its URL', () => {
    for (const take of [read, readEdit])
      expect(() => take({ callToActionUrl: URL_OF })).toThrow(
        'requires options.callToActionType: BOOK, ORDER, SHOP, LEARN_MORE, SIGN_UP, CALL',
      )
  })

  it.each(['http://ada.example/', 'ada.example', '/shop'])('refuses the URL %s', (callToActionUrl) => {
    for (const take of [read, readEdit])
      expect(() => take({ callToActionType: 'SHOP', callToActionUrl })).toThrow('starts with https://')
  })

  it('has no other kind', () => {
    for (const take of [read, readEdit])
      expect(() => take({ callToActionType: 'GET_OFFER', callToActionUrl: URL_OF })).toThrow(InvalidPostError)
  })
})

describe('the language of a post', () => {
  it('is English by default', () => {
    expect(read({})).toEqual({ languageCode: 'en' })
    expect(readEdit({})).toEqual({})
  })

  it.each(['de', 'deu', 'de-AT', 'zh-Hant-TW', 'sl-IT-nedis-1994'])('can be %s', (languageCode) => {
    expect(read({ languageCode })).toEqual({ languageCode })
  })

  it.each([
    'd',
    'germ',
    'de_AT',
    'de-A',
    'de-',
    'de-123456789',
    'x-de-at',
    'a-b-c-d-e',
    'de-AT-DE-CH-LI',
    ' de',
  ])('does not match %s', (languageCode) => {
    expect(() => read({ languageCode })).toThrow(InvalidPostError)
  })
})

// Holds R-0479, R-0480.
it('publishes only standard posts', () => {
  expect(read({ topicType: 'STANDARD' })).toMatchObject({ topicType: 'STANDARD' })
  for (const options of [{ topicType: 'EVENT' }, { event: {} }, { offer: {} }, { alertType: 'COVID_19' }])
    expect(() => read(options)).toThrow('can only be standard posts')
})

const issueOf = (options: object) => {
  try {
    read(options)
  } catch (error) {
    if (InvalidPostError.is(error)) return error.issues[0]
  }
  return undefined
}

describe('the issues of the options', () => {
  it.each([
    [{ callToActionType: 'SHOP' }, 'callToActionUrl', 'OPTION_REQUIRED', 'This button needs a link'],
    [{ callToActionUrl: URL_OF }, 'callToActionType', 'OPTION_REQUIRED', 'The link needs a button'],
    [
      { callToActionType: 'CALL', callToActionUrl: URL_OF },
      'callToActionUrl',
      'OPTION_INVALID',
      'for calls takes no link',
    ],
    [{ event: {} }, 'event', 'OPTION_INVALID', 'Only standard posts'],
  ])('of %j name the option and the remedy', (options, optionPath, code, message) => {
    expect(issueOf(options)).toMatchObject({
      optionPath,
      code,
      userMessage: expect.stringContaining(message),
    })
  })
})
