import LoaderCircle from 'lucide/loader-circle';

/** Announces nothing: the component that shows it says in words what is going on. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <LoaderCircle
      aria-hidden="true"
      size={size}
      className="shrink-0 animate-spin motion-reduce:animate-none"
    />
  );
}
