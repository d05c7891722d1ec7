import type { FieldReports } from '../framework/faults/field-report.js'
import { outageReport } from '../framework/faults/outage.js'
import { graphFailure } from '../meta/graph-failure.js'

const CONTAINER = { method: 'POST', path: '/:version/:id/threads' } as const
const PUBLISH = { method: 'POST', path: '/:version/:id/threads_publish' } as const
const STATUS = { method: 'GET', path: '/:version/:id' } as const

const POSTIZ = 'https://github.com/gitroomhq/postiz-app'
const POSTIZ_MAP = `${POSTIZ}/blob/74b01ada1/libraries/nestjs-libraries/src/integrations/social/threads.provider.ts`

const MEDIA_NOT_FOUND = {
  fault: 'status',
  status: 400,
  body: graphFailure({
    code: 24,
    subcode: 4_279_009,
    message: 'The requested resource does not exist',
    isTransient: false,
  }),
} as const

/** Failures of Threads that were seen in production. */
export const FIELD_REPORTS: FieldReports = {
  'F-TH-01': {
    does: 'A container of some seconds ago is published too early: "Media Not Found", 24/4279009.',
    source: `${POSTIZ}/pull/2047`,
    date: '2026-09-09',
    faults: [{ ...PUBLISH, ...MEDIA_NOT_FOUND, count: 2 }],
  },
  'F-TH-02': {
    does: 'The container of a text is published too early: 24/4279009.',
    source: 'https://github.com/trypostit/trypost/pull/352',
    date: '2026-09-11',
    faults: [{ ...PUBLISH, ...MEDIA_NOT_FOUND }],
  },
  'F-TH-03': {
    does: 'A container is FINISHED and then lost: publishing it returns 24/4279009 for good.',
    source: 'https://github.com/nopara73/LongevityWorldCup/pull/815',
    date: '2026-07-27',
    faults: [{ ...PUBLISH, ...MEDIA_NOT_FOUND, count: 12 }],
  },
  'F-TH-04': {
    does: 'Publishing returns 24/4279009 for longer than a call repeats it.',
    source: `${POSTIZ}/pull/2047`,
    date: '2026-09-09',
    faults: [{ ...PUBLISH, ...MEDIA_NOT_FOUND, count: 'all' }],
  },
  'F-TH-05': {
    does: 'The status of a container is ERROR with the message UNKNOWN.',
    source: `${POSTIZ}/pull/1991`,
    date: '2026-08-30',
    faults: [
      {
        ...STATUS,
        fault: 'changeReply',
        set: { status: 'ERROR', error_message: 'UNKNOWN' },
        count: 'all',
      },
    ],
  },
  'F-TH-06': {
    does: 'The request for a container gets 500, although the same request works later.',
    source: 'https://github.com/nopara73/LongevityWorldCup/pull/816',
    date: '2026-07-27',
    faults: [
      {
        ...CONTAINER,
        fault: 'status',
        status: 500,
        body: graphFailure({ code: 2, message: 'An unexpected error has occurred.', isTransient: true }),
      },
    ],
    occursAfterEffect: true,
  },
  'F-TH-08': {
    does: 'The container id has become a post, and a status query returns 400/100 without the field.',
    source: 'https://github.com/exileum/meta-mcp/issues/143',
    date: '2026-04-05',
    faults: [{ ...PUBLISH, fault: 'replyLost' }],
    afterwards: [
      {
        ...STATUS,
        fault: 'status',
        status: 400,
        body: graphFailure({
          code: 100,
          type: 'THApiException',
          message: '(#100) Tried accessing nonexisting field (status)',
        }),
      },
    ],
  },
  'F-TH-09': {
    does: 'Publishing returns 403 with 4/2207051: the activity is restricted.',
    source: POSTIZ_MAP,
    date: '2026-08-21',
    faults: [
      {
        ...PUBLISH,
        fault: 'status',
        status: 403,
        body: graphFailure({ code: 4, subcode: 2_207_051, message: 'Application request limit reached' }),
        count: 'all',
      },
    ],
  },
  'F-TH-10': {
    does: 'Publishing returns the subcode 4279013: the account is restricted.',
    source: POSTIZ_MAP,
    date: '2026-08-21',
    assumesStatus: true,
    faults: [
      {
        ...PUBLISH,
        fault: 'status',
        status: 400,
        body: graphFailure({ code: 10, subcode: 4_279_013, message: 'The account is restricted' }),
        count: 'all',
      },
    ],
  },
  'F-TH-11': {
    does: 'A container is refused: the media could not be fetched from this URI.',
    source: POSTIZ_MAP,
    date: '2026-08-21',
    assumesStatus: true,
    faults: [
      {
        ...CONTAINER,
        fault: 'status',
        status: 400,
        body: graphFailure({
          code: 100,
          subcode: 2_207_052,
          message: 'The media could not be fetched from this URI',
        }),
        count: 'all',
      },
    ],
  },
  'F-TH-12': {
    does: 'A container is refused: the text must be at most 500 characters.',
    source: POSTIZ_MAP,
    date: '2026-08-21',
    assumesStatus: true,
    faults: [
      {
        ...CONTAINER,
        fault: 'status',
        status: 400,
        body: graphFailure({ code: 100, message: 'Param text must be at most 500 characters long.' }),
        count: 'all',
      },
    ],
  },
  'F-TH-13': {
    does: 'Every request returns 190/463: the access token has expired.',
    source: POSTIZ_MAP,
    date: '2026-08-21',
    assumesStatus: true,
    faults: [
      {
        fault: 'status',
        status: 400,
        body: graphFailure({
          code: 190,
          subcode: 463,
          message: 'Error validating access token: Session has expired',
        }),
        count: 'all',
      },
    ],
  },
  'F-TH-14': {
    does: 'A container is refused with THREADS_API__LINK_LIMIT_EXCEEDED.',
    source: 'https://developers.facebook.com/documentation/threads/troubleshooting',
    date: '2026-11-22',
    assumesStatus: true,
    faults: [
      {
        ...CONTAINER,
        fault: 'status',
        status: 400,
        body: graphFailure({ code: 100, message: 'THREADS_API__LINK_LIMIT_EXCEEDED' }),
        count: 'all',
      },
    ],
  },
  'F-TH-15': {
    does: 'Publishing returns 400 with code 4 and no usage header: the limit of the app.',
    source: 'https://developers.facebook.com/docs/graph-api/overview/rate-limiting',
    date: '2026-11-22',
    faults: [
      {
        ...PUBLISH,
        fault: 'status',
        status: 400,
        body: graphFailure({ code: 4, message: 'Application request limit reached' }),
        count: 'all',
      },
    ],
  },
  'F-TH-90': outageReport(PUBLISH),
}
