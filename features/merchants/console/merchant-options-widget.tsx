/** Queries of merchants for the lists of other features. */
export { merchantsApi } from './merchant-queries'
