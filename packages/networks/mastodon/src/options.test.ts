import { ConfigError, InvalidPostError, readOptions } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { messageOptions, postOptions, readSettings } from './options.js'

const read = (options: unknown) => readOptions(postOptions, options, { platform: 'mastodon' })

describe('the settings of the platform', () => {
  it('have defaults', () => {
    expect(readSettings({})).toEqual({
      website: null,
      limitsCacheSeconds: 300,
      mediaChecks: 30,
      mediaWaitSeconds: 1,
      updatesPerCheck: 40,
      includeFiltered: false,
      configured: new Map(),
      servers: new Map(),
    })
  })

  it.each([
    { updatesPerCheck: 1 },
    { updatesPerCheck: 80 },
    { mediaChecks: 1 },
    { mediaWaitSeconds: 0 },
    { mediaWaitSeconds: 0.5 },
    { limitsCacheSeconds: 0 },
    { limitsCacheSeconds: 0.5 },
    { includeFiltered: true },
    { website: 'https://app.example' },
  ])('are accepted up to their limits: %j', (options) => {
    expect(readSettings(options)).toMatchObject(options)
  })

  it.each([
    { mediaChecks: 1.5 },
    { limitsCacheSeconds: -1 },
    { updatesPerCheck: 0 },
    { updatesPerCheck: 81 },
    { mediaChecks: 0 },
    { mediaWaitSeconds: -1 },
    { limitsCacheSeconds: Number.NaN },
  ])('are refused out of range: %j', (options) => {
    expect(() => readSettings(options)).toThrow(ConfigError)
  })
})

describe('the configured traits of a server', () => {
  it('are stored by host', () => {
    expect(readSettings({ servers: { 'https://Social.Example/': { schedules: true } } }).configured).toEqual(
      new Map([['social.example', { schedules: true }]]),
    )
  })

  it.each([
    [{ 'social.example': { shedules: true } }, /"shedules".*"schedules"/],
    [{ 'social.example': { schedules: 'yes' } }, /social\.example.*schedules.*true or false/],
    [{ 'social.example': null }, /social\.example.*an object/],
    [{ 'not a host': {} }, /not a host/],
    ['social.example', /servers.*an object of hosts/],
  ])('are refused when invalid: %j', (servers, message) => {
    // The cast passes invalid options, as a JavaScript application can.
    expect(() => readSettings({ servers: servers as never })).toThrow(message)
  })
})

describe('the options of a post', () => {
  it('are accepted as documented', () => {
    const options = {
      visibility: 'unlisted',
      spoilerText: 'food',
      sensitive: true,
      language: 'en',
      quotedStatusId: '7',
      quoteApprovalPolicy: 'nobody',
    }

    expect(read(options)).toEqual(options)
  })

  it('list the accepted names when a name is unknown', () => {
    expect(() => read({ visibilty: 'public' })).toThrow(
      /"visibilty".*"visibility".*visibility, spoilerText, sensitive, language/,
    )
  })

  it('suggest the camel-case name for the name of the network', () => {
    expect(() => read({ spoiler_text: 'food' })).toThrow(/"spoilerText"/)
  })

  it.each([
    { visibility: 'followers' },
    { sensitive: 'true' },
    { spoilerText: '' },
    { language: '' },
    { quoteApprovalPolicy: 'all' },
  ])('refuse the value in %j', (options) => {
    expect(() => read(options)).toThrow(InvalidPostError)
  })

  it('exclude visibility for a private message', () => {
    expect(() => readOptions(messageOptions, { visibility: 'public' }, { platform: 'mastodon' })).toThrow(
      InvalidPostError,
    )
  })
})
