#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
int main(int c,char**a){MPI_Init(&c,&a);int me;MPI_Comm_rank(MPI_COMM_WORLD,&me);
 int sz[]={16384,32768,65536,131072,262144,1<<20,4<<20};char*b=calloc(1,64<<20);
 for(int s=0;s<7;s++){int k=sz[s],w=16,reps=(256<<20)/k/w;if(reps>200)reps=200;if(reps<1)reps=1;
  for(int p=0;p<2;p++){double lat,bw;MPI_Barrier(MPI_COMM_WORLD);double t=now();int r=reps*4;if(r>400)r=400;
   for(int i=0;i<r;i++){if(!me){MPI_Send(b,k,MPI_BYTE,1,0,MPI_COMM_WORLD);MPI_Recv(b,k,MPI_BYTE,1,0,MPI_COMM_WORLD,MPI_STATUS_IGNORE);}else{MPI_Recv(b,k,MPI_BYTE,0,0,MPI_COMM_WORLD,MPI_STATUS_IGNORE);MPI_Send(b,k,MPI_BYTE,0,0,MPI_COMM_WORLD);}}
   lat=(now()-t)/r/2;MPI_Barrier(MPI_COMM_WORLD);t=now();
   for(int i=0;i<reps;i++){MPI_Request q[16];for(int j=0;j<w;j++)if(!me)MPI_Isend(b+(long)(j&3)*k,k,MPI_BYTE,1,0,MPI_COMM_WORLD,q+j);else MPI_Irecv(b+(long)(j&3)*k,k,MPI_BYTE,0,0,MPI_COMM_WORLD,q+j);MPI_Waitall(w,q,MPI_STATUSES_IGNORE);}
   MPI_Barrier(MPI_COMM_WORLD);bw=(double)k*w*reps/(now()-t);
   if(p&&!me)printf("%7d %.1f us %.0f MB/s | ",k,lat*1e6,bw/1e6);fflush(stdout);}}
 if(!me)puts("");MPI_Finalize();}
