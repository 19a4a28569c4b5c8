// Uses the camera as a scanner on any screen. The engine handles its codes like every other scan.
import { useEffect, useRef, useState } from 'react'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { type CameraState, idleCamera, processFrame } from '#core/scan/camera-reads.ts'
import { say } from '#text/say.ts'
import { useInput } from '../input-context.ts'
import { toScan } from './devices.ts'
import { type DirectProblem, problemOf } from './direct-state.ts'
import './camera.css'

// Interval between decoded frames, in milliseconds: short enough for a hand that holds still.
const frameIntervalMs = 120

export default function CameraDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('camera.title')}
      actions={
        <Button icon="close" onClick={onClose}>
          {say('close')}
        </Button>
      }
    >
      <p>{say('camera.help')}</p>
      <Picture />
    </Dialog>
  )
}

// A separate component, because the video element exists only after the dialog has rendered its content.
const Picture = () => {
  const { engine } = useInput()
  const video = useRef<HTMLVideoElement>(null)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<DirectProblem>()
  const [last, setLast] = useState('')

  useEffect(() => {
    const element = video.current
    // After an error the camera stays off until the person retries.
    if (!element || problem !== undefined) return undefined
    return watch(element, {
      onRunning: () => setRunning(true),
      onProblem: (code) => {
        setRunning(false)
        setProblem(code)
      },
      onCode: (text) => {
        const scan = toScan(text, 'camera')
        setLast(scan.text)
        engine.scan(scan)
      },
    })
  }, [engine, problem])

  return (
    <>
      <video ref={video} className="camera-picture" hidden={problem !== undefined} muted playsInline />
      {problem ? (
        <>
          <p className="callout tone-error" role="alert">
            <Icon name="error" /> {say(problem)}
          </p>
          <Button icon="reload" look="primary" wide onClick={() => setProblem(undefined)}>
            {say('retry')}
          </Button>
        </>
      ) : (
        <output className="camera-last">
          {!isRunning && <Spinner />}{' '}
          {isRunning ? last !== '' && say('camera.read', { text: last }) : say('camera.starting')}
        </output>
      )}
    </>
  )
}

interface Watching {
  readonly onRunning: () => void
  readonly onCode: (text: string) => void
  readonly onProblem: (code: DirectProblem) => void
}

// Starts the camera and decodes its frames; returns a function that stops it.
function watch(video: HTMLVideoElement, { onRunning, onCode, onProblem }: Watching): () => void {
  let stream: MediaStream | undefined
  let timer: number | undefined
  let isStopped = false
  let state: CameraState = idleCamera
  const stopCamera = () => {
    isStopped = true
    window.clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  const fail = (code: DirectProblem) => {
    if (isStopped) return
    stopCamera()
    onProblem(code)
  }
  const readFrame = async (read: (video: HTMLVideoElement) => Promise<readonly string[]>): Promise<void> => {
    if (isStopped) return
    // Ignore a frame that cannot be decoded: another frame follows.
    const codes = await read(video).catch((): readonly string[] => [])
    if (isStopped) return
    const [next, fresh] = processFrame(state, codes, performance.now())
    state = next
    for (const code of fresh) onCode(code)
    timer = window.setTimeout(() => void readFrame(read), frameIntervalMs)
  }
  const start = async (): Promise<void> => {
    const { mediaDevices } = navigator
    if (!window.isSecureContext) return fail('directInsecure')
    if (mediaDevices === undefined) return fail('directNotHere')
    try {
      stream = await mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      })
    } catch (error) {
      const code = problemOf(error)
      return fail(code === 'directNoneChosen' || code === 'directFailed' ? 'directNoCamera' : code)
    }
    if (isStopped) return stopCamera()
    for (const track of stream.getTracks()) track.addEventListener('ended', () => fail('directLost'))
    video.srcObject = stream
    try {
      const [read] = await Promise.all([loadCameraReader(), video.play()])
      onRunning()
      await readFrame(read)
    } catch {
      fail('notLoaded')
    }
  }
  void start()
  return stopCamera
}

// The symbologies of our labels and sheets, and those common in the trade.
const formats = ['code_128', 'code_39', 'qr_code', 'data_matrix'] as const

interface Reader {
  readonly detect: (picture: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
}
interface ReaderClass {
  new (options: { readonly formats: readonly string[] }): Reader
  readonly getSupportedFormats: () => Promise<readonly string[]>
}

// Loads a decoder that returns the non-empty texts in a frame, with the browser's BarcodeDetector or with
// WebAssembly. Rejects if no decoder is available.
async function loadCameraReader(): Promise<(video: HTMLVideoElement) => Promise<readonly string[]>> {
  const reader = (await nativeReader()) ?? (await wasmReader())
  return async (video) => (await reader.detect(video)).map(({ rawValue }) => rawValue)
}

async function nativeReader(): Promise<Reader | undefined> {
  const NativeReader: ReaderClass | undefined = Reflect.get(window, 'BarcodeDetector')
  if (NativeReader === undefined) return undefined
  // Some browsers expose the class without an implementation.
  const supported = await NativeReader.getSupportedFormats().catch((): readonly string[] => [])
  return supported.includes('code_128')
    ? new NativeReader({ formats: formats.filter((format) => supported.includes(format)) })
    : undefined
}

async function wasmReader(): Promise<Reader> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}
