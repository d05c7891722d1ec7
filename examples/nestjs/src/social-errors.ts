import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common'
import { BaseExceptionFilter } from '@nestjs/core'
import { SocialBaseError, whatNext } from '@social/core'

/**
 * Shows a visitor the library's user message, which contains the required action. Nest handles
 * other errors.
 */
@Catch()
export class SocialErrors extends BaseExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    // oxlint-disable-next-line promise/no-promise-in-callback, promise/prefer-await-to-callbacks, promise/valid-params -- the filter's method, not a promise's
    super.catch(SocialBaseError.is(error) ? toHttp(error) : error, host)
  }
}

function toHttp(error: SocialBaseError): unknown {
  const { status, userMessage, todo, afterSeconds } = whatNext(error)
  // Status 500 means a bug of this application. Nest logs the error and hides the details from the
  // visitor.
  return status === 500
    ? error
    : new HttpException({ error: userMessage, todo, afterSeconds }, status, { cause: error })
}
