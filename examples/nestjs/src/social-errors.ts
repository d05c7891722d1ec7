import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common'
import { BaseExceptionFilter } from '@nestjs/core'
import { SocialBaseError, whatNext } from '@social/core'

/** Tells a visitor what the library refused, and what to do about it. Everything else is left to Nest. */
@Catch()
export class SocialErrors extends BaseExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    // oxlint-disable-next-line promise/no-promise-in-callback, promise/prefer-await-to-callbacks, promise/valid-params -- the filter's method, not a promise's
    super.catch(SocialBaseError.is(error) ? toHttp(error) : error, host)
  }
}

function toHttp(error: SocialBaseError): unknown {
  const { status, message, todo, afterSeconds } = whatNext(error)
  // A mistake of this application: Nest logs it, and tells the visitor nothing.
  return status === 500
    ? error
    : new HttpException({ error: message, todo, afterSeconds }, status, { cause: error })
}
