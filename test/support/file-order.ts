import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of few lines and many seconds, which would else stand last and leave a processor idle. */
const longest = ['service/sending/', 'docs/', 'pages/', 'cli/processes', 'cli/streams', 'service/'];

/** Projects one after the other, since a process that a file leaves serves its own project only. */
const projects = ['postgres', 'embedded', 'unit'];

function rank({ project, moduleId }: TestSpecification): number {
  const kind = longest.findIndex((part) => moduleId.includes(`/test/${part}`));
  return projects.indexOf(project.name) * 100 + (kind < 0 ? longest.length : kind);
}

/** The order in which free processes take the files. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    return bySize.toSorted((one, other) => rank(one) - rank(other));
  }
}
