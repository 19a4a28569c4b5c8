import { type PaperPage, readPaper, scanPicture } from './read-paper.ts'
import type { Answer, Clerk, ProblemBody } from './warehouse.ts'

type Query = Readonly<Record<string, string>>
type File = { readonly FileData: string; readonly Format: string } & Partial<ProblemBody>

/** Requests a file to print. */
export function askForFile(clerk: Clerk, call: string, query: Query = {}): Promise<Answer<File>> {
  return clerk.get<File>(call, query)
}

/** Requests a file to print and returns its bytes. */
export async function printFile(clerk: Clerk, call: string, query: Query = {}): Promise<Buffer> {
  const { status, body } = await askForFile(clerk, call, query)
  if (status !== 200) throw new Error(`${call} answered ${status}: ${JSON.stringify(body)}`)
  return Buffer.from(body.FileData, 'base64')
}

/** Requests a file to print and returns its pages as drawn. */
export async function printPages(
  clerk: Clerk,
  call: string,
  query: Query = {},
  dpi?: number,
): Promise<readonly PaperPage[]> {
  return readPaper(await printFile(clerk, call, query), dpi)
}

/** Returns the codes that a scanner reads on a page. */
export async function scanPage(page: PaperPage | undefined): Promise<readonly string[]> {
  return page ? scanPicture(page.picture) : []
}

/** Names that people might have or type. None may break a page or act as a printer command. */
export const hostileNames: readonly string[] = [
  `"Quotes" 'n' \\backslashes\\ & <b>tags</b> {{braces}} %PDF-1.4 (parens`,
  '^XA^FO0,0^FDinjected^FS^XZ ~JR ~DG ^PQ9999',
  'Nguyễn Thị Hạnh, Łódź, Ягода, Ελιά, Çağla',
  'מטע התותים של אבי 42',
  'مزرعة الفراولة 42 (الشمال)',
  '😀 👩‍🌾 🍓 ❤️ \u202egnirts desrever\u202c',
  '草莓农场 株式会社いちご 딸기농장',
  'a\u0301\u0301\u0301\u0301 zalgo\u0489\u0488',
  'W'.repeat(255),
  'word '.repeat(51).trim(),
  '_5E_7E >: >; >8 _',
]

/** Names in other scripts than Latin. */
export const namesInScripts: Readonly<Record<string, string>> = {
  Thai: 'สตรอว์เบอร์รีพันธุ์พระราชทาน 80',
  Chinese: '草莓农场 红颜 第三批次',
  Japanese: '株式会社いちご農園 とちおとめ',
  Korean: '딸기농장 설향 원예',
  Devanagari: 'स्ट्रॉबेरी क्षेत्रीय फार्म नासिक',
  'Cyrillic and Greek': 'Ягода Клубника Ελιά Φράουλα',
  'Arabic and Hebrew': 'مزرعة الفراولة 42 תות',
}
