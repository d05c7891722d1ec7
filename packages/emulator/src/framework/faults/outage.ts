import type { FieldReport } from './field-report.js'

/**
 * Creates the report of an outage: the response to the visible request is lost, and every query
 * fails afterwards. Remove the faults to end the outage.
 *
 * @param visible - Request that makes a post visible.
 */
export const outageReport = (visible: { readonly method: string; readonly path: string }): FieldReport => ({
  does: 'The response to the request that publishes is lost, and queries get 502 for a minute.',
  source: 'https://github.com/tuskyapp/Tusky/issues/2951',
  date: '2022-11-29',
  faults: [{ fault: 'replyLost', ...visible }],
  afterwards: [
    { fault: 'status', status: 502, method: 'GET', count: 'all', body: '<html>502 Bad Gateway</html>' },
  ],
})
